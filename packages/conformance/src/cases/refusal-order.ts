import { deepStrictEqual, notStrictEqual, strictEqual } from 'node:assert/strict';
import type { Answer } from '../subject/answer.ts';
import { jsonBody } from '../subject/exchange-check.ts';
import type { OtcServer } from '../subject/otc-server.ts';
import { envelope } from './calls.ts';
import { expectStatus, type ServerErrorBody } from './expect.ts';
import type { CaseGroup, OtcCase } from './otc-case.ts';

interface Flaw {
  readonly name: string;
  readonly status: 400 | 422;
  /** A call that is wrong in this way only. */
  readonly alone: () => RequestOnTheWire;
  /** A call that is wrong in this way, and in later ones as well; the last flaw has none. */
  readonly withLaterOnes?: () => RequestOnTheWire;
}

interface RequestOnTheWire {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const context = { authorization: [{ id: 'google', token: 'conformance-token' }], user_id: 'user_123' };
const good = { tool_id: 'Gmail.GetEmails@1.2.0', input: {}, context };
const badInput = { tool_id: 'Gmail.GetEmails@1.2.0', input: { query: 5 } };
const text = { 'content-type': 'text/plain' };
const padding = 'x'.repeat(1024 * 1024);

// In the order in which a server must notice them.
const flaws: readonly Flaw[] = [
  {
    name: 'media type',
    status: 400,
    alone: () => ({ body: envelope(good), headers: text }),
    withLaterOnes: () => ({ body: '{"request":', headers: text }),
  },
  {
    name: 'size',
    status: 400,
    alone: () => ({ body: envelope({ ...good, trace_id: padding }) }),
    withLaterOnes: () => ({ body: `{"request":${padding}` }),
  },
  {
    name: 'JSON',
    status: 400,
    alone: () => ({ body: `${envelope(good)}}` }),
    withLaterOnes: () => ({ body: '{"$schema":"otc://9.9","request":[]}}' }),
  },
  {
    name: 'envelope',
    status: 400,
    alone: () => ({ body: '{"$schema":"otc://1.0","request":[]}' }),
    withLaterOnes: () => ({ body: '{"$schema":"otc://9.9","request":[]}' }),
  },
  {
    name: '$schema',
    status: 400,
    alone: () => ({ body: JSON.stringify({ $schema: 'otc://9.9', request: good }) }),
    withLaterOnes: () => ({
      body: JSON.stringify({ $schema: 'otc://9.9', request: { ...badInput, tool_id: 'Gmail.' } }),
    }),
  },
  {
    name: 'grammar of the tool id',
    status: 400,
    alone: () => ({ body: envelope({ ...good, tool_id: 'Gmail.' }) }),
    withLaterOnes: () => ({ body: envelope({ ...badInput, tool_id: 'Gmail.' }) }),
  },
  {
    name: 'unknown tool',
    status: 400,
    alone: () => ({ body: envelope({ ...good, tool_id: 'Gmail.NoSuchTool@9.9.9' }) }),
    withLaterOnes: () => ({ body: envelope({ ...badInput, tool_id: 'Gmail.NoSuchTool@9.9.9' }) }),
  },
  {
    name: 'unknown version',
    status: 400,
    alone: () => ({ body: envelope({ ...good, tool_id: 'Gmail.GetEmails@9.9.9' }) }),
    withLaterOnes: () => ({ body: envelope({ ...badInput, tool_id: 'Gmail.GetEmails@9.9.9' }) }),
  },
  {
    name: 'input',
    status: 422,
    alone: () => ({ body: envelope({ ...badInput, context }) }),
    withLaterOnes: () => ({ body: envelope(badInput) }),
  },
  {
    name: 'requirements',
    status: 400,
    alone: () => ({ body: envelope({ ...good, context: undefined }) }),
  },
];

/** One request with several flaws is answered for the first of them. */
export const refusalOrderCases: CaseGroup = {
  title: 'Order of refusals',
  cases: [
    ...flaws.flatMap(orderCase),
    {
      title: 'with every flaw mended the call runs',
      requirements: ['OTC-CALL-05'],
      needs: ['documents'],
      run: async (server) => expectStatus(await send(server, { body: envelope(good) }), 200),
    },
    {
      title: 'each kind of flaw has a message of its own',
      requirements: ['OTC-CALL-06', 'OTC-CALL-08'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => {
        const seen = new Map<string, string>();
        for (const flaw of flaws) {
          const answer = await send(server, flaw.alone());
          expectStatus(answer, flaw.status);
          const { message, developer_message: detail = '' } = jsonBody('The call', answer) as ServerErrorBody;
          notStrictEqual(message, '');
          strictEqual(seen.get(message + detail), undefined, `${flaw.name} reads like ${seen.get(message + detail)}`);
          seen.set(message + detail, flaw.name);
        }
      },
    },
  ],
};

function orderCase({ name, status, alone, withLaterOnes }: Flaw): readonly OtcCase[] {
  if (withLaterOnes === undefined) return [];
  return [
    {
      title: `${name} comes before everything after it`,
      requirements: ['OTC-CALL-06', 'OTC-CALL-07', 'OTC-CALL-11'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => {
        const single = await send(server, alone());
        expectStatus(single, status);
        const several = await send(server, withLaterOnes());
        expectStatus(several, status);
        deepStrictEqual(words(several), words(single));
      },
    },
  ];
}

function send(server: OtcServer, { body, headers = {} }: RequestOnTheWire): Promise<Answer> {
  return server.post(body, headers);
}

function words(answer: Answer): unknown {
  const { message, developer_message } = jsonBody('The call', answer) as ServerErrorBody;
  return { message, developer_message };
}
