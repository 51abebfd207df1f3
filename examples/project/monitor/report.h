#ifndef MONITOR_REPORT_H
#define MONITOR_REPORT_H

int report_level(int value);
void report_alarm(int channel, int value);
int report_alarms(void);

#endif
