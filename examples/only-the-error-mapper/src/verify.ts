import { check, get, post, serve } from '@toolwire-examples/verify';
import { app } from './app.ts';

const { url, close } = await serve(app);
const logged: unknown[] = [];
console.error = (line: unknown) => void logged.push(line);

const open = await get(`${url}/doors/back`);
check('what works is untouched', [open.status, open.body], [200, { state: 'open' }]);
const unknown = await get(`${url}/doors/side`);
check(
  'a retryable error says how to try again',
  [unknown.status, unknown.body],
  [
    422,
    {
      error: {
        message: 'There is no such door',
        can_retry: true,
        additional_prompt_content: 'The doors are: front, back',
      },
    },
  ],
);
const stuck = await post(`${url}/doors/front/open`, {});
check(
  'an error on purpose reaches the caller in its own words',
  [stuck.status, stuck.body],
  [422, { error: { message: 'The lock does not answer', developer_message: 'no heartbeat since 09:00' } }],
);
const report = await get(`${url}/report`);
check(
  'an accident leaks nothing',
  [report.status, report.body],
  [500, { error: { message: 'The tool failed unexpectedly.' } }],
);
check('and is in the log', String(logged.at(-1)).includes('connect ECONNREFUSED'));

close();
