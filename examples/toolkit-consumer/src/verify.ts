import { check, get, post, read, toolCall } from '@toolwire-examples/verify';
import { server } from './tool-server.ts';

const listening = await server.listen(0);
const { url } = listening;

const listed = await get(`${url}/tools`);
const names = (read(listed, 'tools') as { name: string }[]).map(({ name }) => name);
check("the package's tools stand beside our own", names, ['Clock_Today', 'Dates_DaysBetween', 'Dates_Weekday']);
const counted = await post(
  `${url}/tools/call`,
  toolCall('Dates.DaysBetween', { from: '2026-01-01', to: '2026-03-01' }),
);
check('one of them runs', read(counted, 'result.value'), 59);
const named = await post(`${url}/tools/call`, toolCall('Dates.Weekday@1', { date: '2026-01-31' }));
check('another one, by its version', read(named, 'result.value'), 'Saturday');
const wrong = await post(`${url}/tools/call`, toolCall('Dates.Weekday', { date: 'tomorrow' }));
check("its zod is the package's own", [wrong.status, typeof read(wrong, 'parameter_errors.date')], [422, 'string']);

await listening.close();
