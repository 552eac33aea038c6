import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { type CaseGroup, groupOf } from '../otc-case.ts';
import { addition, callConf } from '../support/calls.ts';
import { expectAbsent, expectFailure, expectResult, expectValue, type ToolErrorBody } from '../support/expect.ts';

const doorbell = (id: string): object => ({ tool_id: 'Doorbell.Ring@0.1.0', input: { doorbell_id: id } });

/** The response to a call (OTC-RESP). */
export const responseCases: CaseGroup = groupOf({
  title: 'Call response',
  needs: ['documents'],
  cases: [
    {
      title: 'a call_id is returned byte for byte',
      requirements: ['OTC-RESP-01'],
      run: async (server) => {
        for (const callId of ['a', 'A', ' padded ', 'ünï©ödé 🐢', '1.0', 'null', '../../x', "'; --", '</script>']) {
          strictEqual(expectResult(await server.call({ ...addition, call_id: callId })).call_id, callId);
        }
      },
    },
    {
      title: 'calls without a call_id get different IDs',
      requirements: ['OTC-RESP-01'],
      run: async (server) => {
        const ids = [await server.call(addition), await server.call(addition)].map(
          (response) => expectResult(response).call_id,
        );
        notStrictEqual(ids[0], ids[1], `call_id of the second call: expected a new one, got ${ids[0]} again`);
      },
    },
    {
      title: 'a failed call has its call_id too',
      requirements: ['OTC-RESP-01'],
      run: async (server) => {
        const response = await server.call({ ...doorbell('doorbell1'), call_id: 'failed-call' });
        expectFailure(response);
        strictEqual(expectResult(response).call_id, 'failed-call');
      },
    },
    {
      title: 'success is a boolean that reports how the call ended',
      requirements: ['OTC-RESP-02'],
      run: async (server) => {
        strictEqual(expectResult(await server.call(addition)).success, true);
        strictEqual(expectResult(await server.call(doorbell('doorbell1'))).success, false);
      },
    },
    {
      title: 'a duration is a number of milliseconds that is not negative',
      requirements: ['OTC-RESP-03'],
      run: async (server) => {
        const { duration } = expectResult(await server.call(addition));
        ok(
          duration === undefined || (Number.isFinite(duration) && duration >= 0 && duration < 10_000),
          `duration: expected a number from 0 to 10000, got ${String(duration)}`,
        );
      },
    },
    {
      title: 'a duration is about as long as the tool ran',
      requirements: ['OTC-RESP-03'],
      needs: ['fixtures'],
      grade: 'advised',
      run: async (server) => {
        const response = await callConf(server, 'Sleep', { ms: 100 });
        const { duration = 100 } = expectResult(response);
        ok(
          duration >= 95 && duration <= response.tookMs,
          `duration: expected 95 to ${Math.round(response.tookMs)} ms, got ${duration}`,
        );
      },
    },
    {
      title: 'a tool that returns nothing has no value, or null',
      requirements: ['OTC-RESP-04'],
      run: async (server) => strictEqual(expectValue(await server.call(doorbell('doorbell84'))) ?? null, null),
    },
    {
      title: "every value of the documents' tools conforms to its output schema",
      requirements: ['OTC-RESP-05'],
      run: async (server) => {
        // `call` validates each value against the listed schema.
        strictEqual(expectValue(await server.call(addition)), 15);
        expectValue(await server.call({ tool_id: 'System.GetTimestamp@1.0.0' }));
      },
    },
    {
      title: 'any JSON value is returned unchanged',
      requirements: ['OTC-RESP-05'],
      needs: ['fixtures'],
      run: async (server) => {
        const values = [
          0,
          -0.5,
          1e21,
          2 ** 53,
          '',
          'ü🐢\u2028',
          true,
          false,
          null,
          [],
          {},
          [null, [1]],
          { a: { '': [] } },
        ];
        for (const value of values) {
          const returned = expectValue(await callConf(server, 'Any', { value }));
          // A null may be omitted.
          deepStrictEqual(returned ?? null, value);
        }
      },
    },
    {
      title: "a tool's error messages reach the client unchanged",
      requirements: ['OTC-RESP-06', 'OTC-RESP-07', 'OTC-RESP-09', 'OTC-RESP-10'],
      // The standard requires only the message.
      grade: 'advised',
      run: async (server) => {
        const error = expectFailure(await server.call(doorbell('doorbell1')));
        const documented: ToolErrorBody = {
          message: 'Doorbell ID not found',
          developer_message: "The doorbell with ID 'doorbell1' does not exist.",
          can_retry: true,
          additional_prompt_content: 'ids: doorbell42,doorbell84',
          retry_after_ms: 500,
        };
        // An error may have more members.
        deepStrictEqual(error, { ...error, ...documented });
      },
    },
    {
      title: 'a wait is a whole number of milliseconds, never less than requested',
      requirements: ['OTC-RESP-10'],
      needs: ['fixtures'],
      run: async (server) => {
        for (const requestedMs of [0.2, 1500.5, 0, 250]) {
          const response = await callConf(server, 'RetryHint', { retryAfterMs: requestedMs });
          // `call` expects a whole number, which is optional.
          const { retry_after_ms: wait = requestedMs } = expectFailure(response);
          // A server may round up to whole seconds.
          ok(
            wait >= requestedMs && wait < requestedMs + 1000,
            `retry_after_ms: expected ${requestedMs}, or less than a second more, got ${wait}`,
          );
        }
      },
    },
    {
      title: 'an invalid wait is omitted or corrected',
      requirements: ['OTC-RESP-10'],
      needs: ['fixtures'],
      run: async (server) => {
        for (const requestedMs of [-5, 1e300]) {
          const response = await callConf(server, 'RetryHint', { retryAfterMs: requestedMs });
          const { retry_after_ms: wait = 0 } = expectFailure(response);
          ok(Number.isSafeInteger(wait) && wait >= 0, `retry_after_ms: expected a whole number, got ${String(wait)}`);
        }
      },
    },
    {
      title: 'a success has no error, and a failure no value',
      requirements: ['OTC-RESP-11'],
      run: async (server) => {
        expectAbsent('error', await server.call(addition));
        expectAbsent('value', await server.call(doorbell('doorbell1')));
      },
    },
  ],
});
