import { ok, strictEqual } from 'node:assert/strict';
import { summarise } from '../../subject/answer.ts';
import { goodHeaders } from '../../subject/known-credentials.ts';
import { addition, envelope, expectNothingRuns } from '../calls.ts';
import { expectStatus, expectValue, expectWithout } from '../expect.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { expectRefusedStranger, knockAtHealth, knockToCall, knockToList } from './knock.ts';
import { bodies, call, json, sideways } from './stranger-requests.ts';

/** OTC-AUTH: what a server that requires credentials tells those who have none. */
export const strangerCases: CaseGroup = {
  title: 'Credentials: strangers',
  cases: [
    {
      title: 'a call is answered 400 and the listing 401, both with how to authenticate',
      requirements: ['OTC-CALL-07e', 'OTC-LIST-07', 'OTC-AUTH-06', 'OTC-AUTH-12'],
      needs: ['credentials', 'documents'],
      run: async (server) => {
        expectRefusedStranger(await knockToCall(server), 400);
        expectRefusedStranger(await knockToList(server), 401);
      },
    },
    {
      title: 'a refusal shows nothing of the tools',
      requirements: ['OTC-LIST-07'],
      needs: ['credentials'],
      run: async (server) => {
        const words = (await server.tools()).flatMap(({ id, name, description }) => [
          id,
          String(name),
          String(description),
        ]);
        for (const answer of [await knockToCall(server), await knockToList(server)]) expectWithout(answer, ...words);
      },
    },
    {
      title: 'how to authenticate names the Bearer scheme, and no reason',
      requirements: ['OTC-AUTH-12'],
      needs: ['credentials', 'jwt'],
      grade: 'advised',
      run: async (server) => {
        const { 'www-authenticate': challenge = '' } = (await knockToList(server)).headers;
        ok(/\bbearer\b/i.test(challenge), challenge);
        ok(!/error|expired|invalid/i.test(challenge), challenge);
      },
    },
    ...sideways.map(
      ([name, request]): OtcCase => ({
        title: `no way around: ${name}`,
        requirements: ['OTC-LIST-07', 'OTC-CALL-07e', 'OTC-AUTH-06'],
        needs: ['credentials', 'documents'],
        run: async (server) => {
          const answer = await server.send({ ...request, anonymous: true });
          expectWithout(answer, '"success"', ...(await server.tools()).map(({ id }) => id));
        },
      }),
    ),
    {
      title: 'no way around: the head of the listing',
      requirements: ['OTC-LIST-07'],
      needs: ['credentials'],
      run: async (server) => {
        const { etag = 'none' } = (await server.send({ path: '/tools' })).headers;
        const bytes = server.bytes({ method: 'HEAD', path: '/tools', anonymous: true });
        const [head] = (await server.converse([bytes], { headOnly: true })).answers;
        // A server may not know HEAD; what it must not is answer it for strangers.
        ok([401, 404, 405].includes(head?.status ?? 0), `answered ${head?.status}`);
        ok(head?.headers['etag'] !== etag, 'the head tells whether the tools have changed');
      },
    },
    {
      title: 'no way around: asking whether the listing has changed',
      requirements: ['OTC-LIST-07'],
      needs: ['credentials'],
      run: async (server) => {
        const { etag = '*' } = (await server.send({ path: '/tools' })).headers;
        for (const tag of [etag, '*']) {
          expectStatus(await server.send({ path: '/tools', headers: { 'if-none-match': tag }, anonymous: true }), 401);
        }
      },
    },
    ...bodies.map(
      ([name, request]): OtcCase => ({
        title: `the refusal is the same, whatever is in the call: ${name}`,
        requirements: ['OTC-CALL-07e', 'OTC-AUTH-06'],
        needs: ['credentials', 'documents'],
        grade: 'advised',
        run: async (server) => {
          const plain = await server.send({ ...call, path: '/tools/call', anonymous: true });
          const other = await server.send({ ...call, path: '/tools/call', ...request, anonymous: true });
          strictEqual(summarise(other), summarise(plain));
        },
      }),
    ),
    {
      title: 'a refused call runs nothing',
      requirements: ['OTC-CALL-07e', 'OTC-AUTH-06'],
      needs: ['credentials', 'fixtures'],
      run: (server) =>
        expectNothingRuns(server, async (key) => {
          const body = envelope({ tool_id: 'Conf.Counter@1.0.0', input: { key } });
          for (const headers of [json, { ...json, authorization: 'Bearer garbage' }, { ...json, 'otc-api-key': 'x' }]) {
            expectStatus(
              await server.send({ method: 'POST', path: '/tools/call', headers, body, anonymous: true }),
              400,
            );
          }
        }),
    },
    ...[
      ['in turn', (first: Uint8Array, second: Uint8Array) => [first, { answers: 1 }, second]] as const,
      ['sent ahead', (first: Uint8Array, second: Uint8Array) => [Buffer.concat([first, second])]] as const,
    ].map(
      ([name, steps]): OtcCase => ({
        title: `credentials hold for one request, and not for its connection: ${name}`,
        requirements: ['OTC-AUTH-06', 'OTC-AUTH-12'],
        needs: ['credentials', 'documents'],
        run: async (server) => {
          const bytes = [server.bytes({ path: '/tools' }), server.bytes({ path: '/tools', anonymous: true })] as const;
          const { answers } = await server.converse(steps(...bytes), { answers: 2 });
          strictEqual(answers[0]?.status, 200);
          if (answers[1] !== undefined) expectRefusedStranger(answers[1], 401);
        },
      }),
    ),
    {
      title: 'callers who come at once get each their own answer',
      requirements: ['OTC-AUTH-06', 'OTC-AUTH-12'],
      needs: ['credentials', 'documents'],
      run: async (server) => {
        const bothWays = async (): Promise<void> => {
          const [mine, strange] = await Promise.all([server.call(addition), knockToCall(server)]);
          strictEqual(expectValue(mine), 15);
          expectRefusedStranger(strange, 400);
        };
        await Promise.all(Array.from({ length: 20 }, bothWays));
      },
    },
    {
      title: 'the health check is the same for all, good credentials or none',
      requirements: ['OTC-HLTH-02', 'OTC-HLTH-01'],
      needs: ['credentials'],
      run: async (server) => {
        const lines = Object.entries(goodHeaders(server.credentials)).map(([name, value]) => `${name}: ${value}`);
        const [mine, strange] = [await knockAtHealth(server, { lines }), await knockAtHealth(server)];
        expectStatus(strange, 200);
        strictEqual(summarise(strange), summarise(mine));
      },
    },
    {
      title: 'a refusal is kept by nobody on the way',
      requirements: ['OTC-LIST-07'],
      needs: ['credentials'],
      grade: 'advised',
      run: async (server) => {
        const { 'cache-control': caching } = (await knockToList(server)).headers;
        ok(/no-store/.test(caching ?? ''), `cache-control: ${caching}`);
      },
    },
    {
      title: 'a listing for those who may see it is kept for nobody else',
      requirements: ['OTC-LIST-07'],
      needs: ['credentials'],
      grade: 'advised',
      run: async (server) => {
        const { 'cache-control': caching = '' } = (await server.send({ path: '/tools' })).headers;
        ok(!/\bpublic\b|s-maxage/.test(caching), `cache-control: ${caching}`);
      },
    },
  ],
};
