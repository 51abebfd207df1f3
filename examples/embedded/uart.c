/* A serial port that is polled. */
#include "device.h"

enum uart_result { UART_OK, UART_TIMEOUT, UART_OVERRUN, UART_ARGUMENT };

/* Sets the speed up; the divider must fit 16 bits. */
enum uart_result uart_init(uint32_t clock, uint32_t baud)
{
    uint32_t divider;

    if (baud == 0)
        return UART_ARGUMENT;
    divider = (clock + baud / 2) / baud;
    if (divider < 16 || divider > 0xFFFF)
        return UART_ARGUMENT;
    USART2->BRR = divider;
    USART2->CR1 |= USART_CR1_UE;
    return UART_OK;
}

enum uart_result uart_send(const uint8_t *bytes, uint32_t count, uint32_t tries)
{
    uint32_t i;

    for (i = 0; i < count; i++) {
        uint32_t left = tries;

        while (!(USART2->SR & USART_SR_TXE)) {
            if (left == 0)
                return UART_TIMEOUT;
            left--;
        }
        USART2->DR = bytes[i];
    }
    return UART_OK;
}

/* Waits for a byte. An overrun is cleared by reading the status, then the data. */
enum uart_result uart_receive(uint8_t *byte)
{
    uint32_t status;

    do {
        status = USART2->SR;
        if (status & USART_SR_ORE) {
            (void)USART2->DR;
            return UART_OVERRUN;
        }
    } while (!(status & USART_SR_RXNE));
    *byte = (uint8_t)USART2->DR;
    return UART_OK;
}
