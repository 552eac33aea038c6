import { artifact, defineTool, type ToolDefinition } from 'toolwire';
import { z } from 'zod';

/** Tools that keep what has happened, for tests to see. */
export interface LastingTools {
  readonly tools: readonly ToolDefinition[];
  /** The echoed values, in order. */
  readonly echoed: readonly unknown[];
  /** How many tasks wait for their end. */
  readonly waiting: number;
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Makes tools whose answers and tasks outlive the call. */
export function createLastingTools(): LastingTools {
  const echoed: unknown[] = [];
  let waiting = 0;
  const nothing = z.object({});
  const tools = [
    defineTool({
      id: 'Lasting.Echo',
      version: '1.0.0',
      description: 'Returns its input.',
      input: z.object({ words: z.string(), times: z.number().optional() }),
      run: (input) => {
        echoed.push(input);
        return input;
      },
    }),
    defineTool({
      id: 'Lasting.Sure',
      version: '1.0.0',
      description: 'Runs once a person has confirmed it.',
      input: nothing,
      confirm: 'Are you sure?',
      run: () => 'confirmed',
    }),
    defineTool({
      id: 'Lasting.Wait',
      version: '1.0.0',
      description: 'Waits as a task until somebody cancels it.',
      input: nothing,
      taskSupport: 'required',
      run: async (_input, { signal }) => {
        waiting += 1;
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
        waiting -= 1;
        return 'ended';
      },
    }),
    defineTool({
      id: 'Lasting.Ask',
      version: '1.0.0',
      description: 'Asks for a name as a task.',
      input: nothing,
      taskSupport: 'required',
      run: async (_input, context) => {
        // As a task, and not while the caller still waits for the response.
        await new Promise((resolve) => setTimeout(resolve, 300));
        const { who } = await context.ask({
          who: {
            kind: 'form',
            message: 'Who is it for?',
            schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
          },
        });
        return { for: who.content ?? null };
      },
    }),
    defineTool({
      id: 'Lasting.Picture',
      version: '1.0.0',
      description: 'Answers with a picture in a file.',
      input: nothing,
      run: () => artifact({ contentType: 'image/png', description: 'One pixel.', body: Buffer.from(pixel, 'base64') }),
    }),
    defineTool({
      id: 'Lasting.Rows',
      version: '1.0.0',
      description: 'Answers with rows in a file.',
      input: nothing,
      run: () =>
        artifact({ contentType: 'text/csv', description: 'Rows.', body: ['name,age\n', '"Ada, the first",36\n'] }),
    }),
    defineTool({
      id: 'Lasting.Page',
      version: '1.0.0',
      description: 'Answers with a page in a file.',
      input: nothing,
      run: () =>
        artifact({
          contentType: 'text/html',
          description: 'A page.',
          body: '<!doctype html><script>parent.taken = 1</script>',
        }),
    }),
  ];
  return {
    tools,
    echoed,
    get waiting() {
      return waiting;
    },
  };
}
