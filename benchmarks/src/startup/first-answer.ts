import { callBody } from '../calculator.ts';
import { nextMessage, startProcess } from '../child-process.ts';
import type { ServerUsage } from '../servers/announce.ts';

/** The cost of a server from its start to its first response. */
export interface FirstAnswer {
  /** CPU time of its process, in milliseconds. */
  readonly cpu: number;
  /** From the start of the process until the answer is here, in milliseconds. */
  readonly milliseconds: number;
}

/** Starts a server as `node server.mjs` does, and calls it as soon as it listens. */
export async function firstAnswer(module: string): Promise<FirstAnswer> {
  const startedAt = performance.now();
  const child = startProcess(module);
  const { port } = await nextMessage<{ port: number }>(child);
  const response = await fetch(`http://127.0.0.1:${port}/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: callBody,
  });
  const text = await response.text();
  const milliseconds = performance.now() - startedAt;
  if (!text.includes('"value":42')) throw new Error(`${module} answers ${response.status} ${text}`);
  child.send('usage');
  const { cpu } = await nextMessage<ServerUsage>(child);
  child.disconnect();
  return { cpu: cpu / 1000, milliseconds };
}
