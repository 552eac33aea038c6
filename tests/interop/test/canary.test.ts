import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tracesIn } from '../src/canary/canaries.ts';
import { type CanaryRequest, canaryRequests, modern, strangers } from '../src/canary/requests.ts';
import { spills } from '../src/canary/spilling-tool.ts';
import { goodKey, spillingServer } from '../src/canary/start-spilling.ts';
import { hosts } from '../src/hosts.ts';
import type { RunningServer } from '../src/listen-on.ts';

// For all output of a server: not only for errors, and not only for input of callers.
describe.each(Object.entries(hosts))('a secret that a server supplies to its tools, on %s', (_host, start) => {
  describe.each([{ recorded: false }, { recorded: true }])(
    'with calls recorded by @toolwire/log: $recorded',
    (plan) => {
      const { server, lines, release } = spillingServer(plan);
      let running: RunningServer;
      beforeAll(async () => {
        running = await start(server);
      });
      afterAll(() => running.close());

      /** Every byte of an answer: status, headers, and the body to its end. */
      async function answerTo(
        request: CanaryRequest,
        headers: Readonly<Record<string, string>> = { 'otc-api-key': goodKey },
      ) {
        const response = await fetch(running.url + request.path, {
          method: request.method ?? 'POST',
          headers: {
            accept: 'application/json, text/event-stream',
            ...(request.body && { 'content-type': 'application/json' }),
            ...request.headers,
            ...headers,
          },
          ...(request.body && { body: JSON.stringify(request.body) }),
        });
        const text = await response.text();
        return {
          status: response.status,
          text,
          bytes: `${response.status} ${JSON.stringify([...response.headers])} ${text}`,
        };
      }

      test.each(canaryRequests)('is in no response and in no log line: $name', async (request) => {
        const from = lines.length;
        const { bytes } = await answerTo(request);
        expect(tracesIn(bytes)).toEqual([]);
        expect(tracesIn(lines.slice(from).join('\n'))).toEqual([]);
      });

      test('occurs masked: progress, log lines, questions and failures were all sent', async () => {
        const { text } = await answerTo(modern('tools/call', { name: 'Spill_All', arguments: { kind: 'form' } }));
        for (const part of ['notifications/progress', 'notifications/message', 'input_required', '[masked]']) {
          expect(text).toContain(part);
        }
        const failed = await answerTo(modern('tools/call', { name: 'Spill_All', arguments: { kind: 'tool error' } }));
        expect(failed.text).toContain('Sent [masked]');
        expect(lines.join('\n')).toContain('Sending [masked]');
      });

      test.each(spills)('is in no task data, however the task ends: %s', async (kind) => {
        const begun = await answerTo(modern('tools/call', { name: 'Spill_Later', arguments: { kind } }));
        const taskId = /"taskId":"([^"]+)"/.exec(begun.text)?.[1];
        expect(taskId, begun.text).toBeDefined();
        const seen = [begun.bytes];
        for (let open = true; open; await wait(10)) {
          const { text, bytes } = await answerTo(modern('tasks/get', { taskId }));
          seen.push(bytes);
          open = text.includes('"status":"working"');
          release();
        }
        expect(tracesIn(seen.join('\n'))).toEqual([]);
        expect(seen.join('\n')).toContain('[masked]');
        expect(tracesIn(lines.join('\n'))).toEqual([]);
      });

      test.each(strangers)('is in no error for an unauthenticated caller, and in no log line: %#', async (headers) => {
        const from = lines.length;
        const [first] = canaryRequests;
        for (const request of first ? [first, ...canaryRequests.slice(3, 8)] : []) {
          expect(tracesIn((await answerTo(request, headers)).bytes)).toEqual([]);
        }
        expect(lines.slice(from).join('\n')).toContain('[masked]');
        expect(tracesIn(lines.slice(from).join('\n'))).toEqual([]);
      });
    },
  );
});
