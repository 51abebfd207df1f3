/* A one-shot timer and a stopwatch over a counter of 16 bits. */
#include "device.h"

int timer_start(uint32_t ticks)
{
    if (ticks == 0 || ticks > 0x10000)
        return -1;
    if (TIM2->CR1 & TIM_CR1_CEN)
        return -2;
    TIM2->ARR = ticks - 1;
    TIM2->CNT = 0;
    TIM2->SR = 0;
    TIM2->CR1 = TIM_CR1_OPM | TIM_CR1_CEN;
    return 0;
}

int timer_expired(void)
{
    if (!(TIM2->SR & TIM_SR_UIF))
        return 0;
    TIM2->SR = ~TIM_SR_UIF;
    return 1;
}

/* Ticks from `before` to now; the counter may have wrapped once. */
uint32_t timer_elapsed(uint16_t before)
{
    uint16_t now = (uint16_t)TIM2->CNT;

    if (now < before)
        return 0x10000u - before + now;
    return (uint32_t)now - before;
}
