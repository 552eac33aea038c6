import type { Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import { connectionsCost } from './connections-cost.ts';
import { scaleTitle } from './cost-names.ts';
import { resultsCost } from './results-cost.ts';
import { streamsCost } from './streams-cost.ts';
import { toolsCost } from './tools-cost.ts';

/** Measures one process: tools, connections, large results and open streams, each in a separate server. */
export async function scaleCost({ quick }: BenchOptions): Promise<Section> {
  return {
    title: scaleTitle,
    about:
      'CPU time of the server process, and what its memory grew by; each in separate processes, fastify for the same beside it.',
    figures: [
      ...(await toolsCost(quick)),
      ...(await connectionsCost(quick)),
      ...(await resultsCost(quick)),
      ...(await streamsCost(quick)),
    ],
  };
}
