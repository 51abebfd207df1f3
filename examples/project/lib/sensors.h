/* What the programs share: readings, a buffer of them, and events. */
#ifndef SENSORS_H
#define SENSORS_H

#include <stddef.h>

struct reading {
    int channel;
    int value;
};

/* The highest value that is no alarm; the programs set it. */
extern int alarm_limit;

int reading_is_valid(const struct reading *reading);
int reading_scale(int raw, int gain);

int buffer_push(int value);
int buffer_average(void);
void buffer_clear(void);

/* Adds what came over the line; how many bytes of it were used. */
int packet_append(const unsigned char *bytes, size_t length);
int packet_is_complete(void);

typedef void (*event_handler)(int channel, int value);

int events_subscribe(event_handler handler);
int events_publish(const struct reading *reading);

#endif
