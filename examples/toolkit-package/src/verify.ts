import { isToolDefinition } from '@toolwire/core';
// By its own name: what is checked is what consumers get.
import { dates } from '@toolwire-examples/toolkit-package';
import { check } from '@toolwire-examples/verify';

check(
  'the toolkit holds its two tools',
  dates.tools.map(({ id }) => id),
  ['Dates.DaysBetween', 'Dates.Weekday'],
);
check('any copy of @toolwire/core knows them as tools', dates.tools.every(isToolDefinition));
