/* Registers of a small microcontroller, in the style of CMSIS. */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdint.h>

#define __I volatile const
#define __O volatile
#define __IO volatile

typedef struct {
    __IO uint32_t SR;
    __IO uint32_t DR;
    __IO uint32_t BRR;
    __IO uint32_t CR1;
} USART_TypeDef;

typedef struct {
    __IO uint32_t CR1;
    __IO uint32_t SR;
    __IO uint32_t CNT;
    __IO uint32_t PSC;
    __IO uint32_t ARR;
} TIM_TypeDef;

typedef struct {
    __IO uint32_t CCR;
    __IO uint32_t CNDTR;
    __IO uint32_t CPAR;
    __IO uint32_t CMAR;
} DMA_Channel_TypeDef;

typedef struct {
    __I uint32_t ISR;
    __O uint32_t IFCR;
} DMA_TypeDef;

typedef struct {
    __IO uint32_t CTRL;
    __IO uint32_t LOAD;
    __IO uint32_t VAL;
} SysTick_TypeDef;

#define USART2 ((USART_TypeDef *)0x40004400UL)
#define TIM2 ((TIM_TypeDef *)0x40000000UL)
#define DMA1 ((DMA_TypeDef *)0x40020000UL)
#define DMA1_Channel(n) ((DMA_Channel_TypeDef *)(0x40020008UL + 20UL * ((n) - 1UL)))
#define SysTick ((SysTick_TypeDef *)0xE000E010UL)

#define USART_SR_ORE (1u << 3)
#define USART_SR_RXNE (1u << 5)
#define USART_SR_TXE (1u << 7)
#define USART_CR1_UE (1u << 13)

#define TIM_CR1_CEN 1u
#define TIM_CR1_OPM (1u << 3)
#define TIM_SR_UIF 1u

#define DMA_CCR_EN 1u
#define DMA_CCR_DIR (1u << 4)

#endif
