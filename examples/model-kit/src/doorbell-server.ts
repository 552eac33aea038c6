import { defineTool, RetryableToolError, type Toolwire, toolwire } from 'toolwire';
import { z } from 'zod';

const doorbells = ['doorbell42', 'doorbell84'];

const ring = defineTool({
  id: 'Doorbell.Ring',
  version: '1.0.0',
  description: 'Rings a doorbell.',
  input: z.object({
    doorbell_id: z.string().describe('Which one to ring.'),
    times: z.number().optional().describe('How often, if more than once.'),
  }),
  output: z.string(),
  run: ({ doorbell_id, times = 1 }) => {
    if (doorbells.includes(doorbell_id)) return `Rang ${doorbell_id}, ${times} in all`;
    // The same call will never work: the model is to read this, and to call with another id.
    throw new RetryableToolError('There is no such doorbell', {
      additionalPromptContent: `The doorbells are: ${doorbells.join(', ')}`,
    });
  },
});

/** What the model calls; it could be any server of the protocol, anywhere. */
export const server: Toolwire = toolwire({ tools: [ring] });
