// Call a tool that fails at first and works when it is retried. Show the user the error of an invalid input. Show that the same
// call runs once when it is repeated.
import { apiKey } from '@toolwire/auth';
import { createClient } from '@toolwire/client';
import { defineTool, RetryableToolError, toolwire } from 'toolwire';
import { z } from 'zod';

let runs = 0;
const print = defineTool({
  id: 'Printer.Print',
  version: '1.0.0',
  description: 'Prints a text.',
  input: z.object({ text: z.string().describe('What to print.') }),
  output: z.string(),
  run: ({ text }) => {
    runs += 1;
    if (runs === 1) throw new RetryableToolError('The printer is busy', { retryAfterMs: 10 });
    return `Printed ${text}`;
  },
});
const key = 'k'.repeat(32);
const server = toolwire({ tools: [print], auth: apiKey({ keys: { ada: key } }) });
const { url, close } = await server.listen(0);

const client = createClient<typeof server>({ url, auth: { apiKey: key }, retry: { maxAttempts: 3 } });
for (let time = 1; time <= 2; time += 1) {
  const result = await client.call('Printer.Print', { text: 'a page' }, { callId: 'the-page-of-ada' });
  console.log(result.kind === 'value' && result.value, runs);
}
const wrong = await createClient({ url, auth: { apiKey: key } }).call('Printer.Print', { text: 7 });
if (wrong.kind === 'invalid') console.log(wrong.parameterErrors['text']);
await close();
