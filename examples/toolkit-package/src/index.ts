import { defineToolkit, type Toolkit } from '@toolwire/core';
import { daysBetween } from './days-between.ts';
import { weekday } from './weekday.ts';

/** All that this package publishes: hand it to any server as one entry of its `tools`. */
export const dates: Toolkit = defineToolkit({ name: 'Dates', tools: [daysBetween, weekday] });
