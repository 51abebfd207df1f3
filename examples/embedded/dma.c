/* A memory-to-peripheral transfer by one of seven channels. */
#include "device.h"

#define COMPLETE(n) (2u << 4 * ((n) - 1))
#define FAILED(n) (8u << 4 * ((n) - 1))

enum dma_state { DMA_IDLE, DMA_BUSY, DMA_DONE, DMA_ERROR };

int dma_start(unsigned channel, uint32_t peripheral, uint32_t memory, uint16_t count)
{
    DMA_Channel_TypeDef *registers;

    if (channel < 1 || channel > 7 || count == 0)
        return -1;
    registers = DMA1_Channel(channel);
    if (registers->CCR & DMA_CCR_EN)
        return -2;
    registers->CPAR = peripheral;
    registers->CMAR = memory;
    registers->CNDTR = count;
    registers->CCR = DMA_CCR_DIR | DMA_CCR_EN;
    return 0;
}

enum dma_state dma_poll(unsigned channel)
{
    uint32_t flags;

    if (channel < 1 || channel > 7)
        return DMA_IDLE;
    flags = DMA1->ISR;
    if (flags & FAILED(channel)) {
        DMA1->IFCR = FAILED(channel);
        DMA1_Channel(channel)->CCR &= ~DMA_CCR_EN;
        return DMA_ERROR;
    }
    if (flags & COMPLETE(channel)) {
        DMA1->IFCR = COMPLETE(channel);
        return DMA_DONE;
    }
    return DMA1_Channel(channel)->CNDTR != 0 ? DMA_BUSY : DMA_IDLE;
}
