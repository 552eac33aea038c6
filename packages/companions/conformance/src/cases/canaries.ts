import { ok } from 'node:assert/strict';
import {
  bearerCanary,
  environmentCanary,
  exceptionCanary,
  findPiece,
  inputCanary,
  keyCanary,
  secretCanaries,
  secretCanary,
  tokenCanary,
} from '../canaries.ts';
import { type Answer, summarise } from '../subject/answer.ts';
import { goodHeaders, signToken } from '../subject/known-credentials.ts';
import { envelope } from './calls.ts';
import { type CanaryRequest, canaryRequests } from './canary-requests.ts';
import { expectStatus, expectWithout } from './expect.ts';
import { type CaseGroup, CaseSkipped, type OtcCase } from './otc-case.ts';

/** CASE-C: no error repeats what it was trusted with. */
export const canaryCases: CaseGroup = {
  title: 'Canaries',
  cases: [
    ...canaryRequests.map(
      ({ name, needs, statuses, request, advised }): OtcCase => ({
        title: `no piece of a token, a secret or a credential comes back, whatever is wrong: ${name}`,
        requirements: ['OTC-CALL-08', 'OTC-ERR-01', 'OTC-TAUTH-04', 'OTC-SECR-03'],
        needs,
        ...(advised && { grade: 'advised' }),
        run: async (server) => {
          if (server.has.has('credentials')) throw new CaseSkipped('These requests come from strangers.');
          const answer = await server.send({ ...request, anonymous: true });
          expectStatus(answer, ...statuses);
          expectNoCanary(answer);
        },
      }),
    ),
    {
      title: 'a caller who was let in reads nothing of the credentials, whatever is wrong',
      requirements: ['OTC-CALL-08', 'OTC-AUTH-06', 'OTC-AUTH-12'],
      needs: ['credentials', 'documents', 'fixtures'],
      run: async (server) => {
        const good = goodHeaders(server.credentials);
        for (const { request, statuses } of canaryRequests.filter(isForAll)) {
          const { authorization: _authorization, 'otc-api-key': _key, ...headers } = request.headers ?? {};
          const answer = await server.send({ ...request, headers: { ...headers, ...good } });
          expectStatus(answer, ...statuses);
          for (const value of Object.values(good)) expectNoPiece(answer, value);
        }
      },
    },
    {
      title: 'a stranger reads nothing of what was sent',
      requirements: ['OTC-AUTH-06', 'OTC-AUTH-12'],
      needs: ['credentials'],
      run: async (server) => {
        for (const authorization of [bearerCanary, `Bearer ${bearerCanary}`, `Basic ${bearerCanary}`]) {
          const headers = { authorization, 'otc-api-key': keyCanary, cookie: `a=${tokenCanary}` };
          for (const path of ['/tools', '/health', '/tools/none']) {
            expectNoCanary(await server.send({ path, headers, anonymous: true }));
          }
          const body = envelope({ tool_id: tokenCanary, call_id: secretCanary });
          const call = {
            method: 'POST',
            path: '/tools/call',
            headers: { 'content-type': 'application/json', ...headers },
            body,
          };
          expectNoCanary(await server.send({ ...call, anonymous: true }));
        }
      },
    },
    {
      title: 'a token that was nearly good is not taken apart for its sender',
      requirements: ['OTC-AUTH-12'],
      needs: ['credentials', 'jwt'],
      run: async (server) => {
        const { jwt } = server.credentials;
        if (jwt === undefined) return;
        const token = signToken(jwt, { claims: { sub: tokenCanary, aud: secretCanary } });
        const answer = await server.send({
          path: '/tools',
          headers: { authorization: `Bearer ${token}` },
          anonymous: true,
        });
        expectNoCanary(answer);
        for (const part of [...token.split('.'), jwt.secret, jwt.audience]) expectNoPiece(answer, part);
      },
    },
    {
      title: 'a head that HTTP itself refuses is not repeated',
      requirements: ['OTC-CALL-08'],
      run: async (server) => {
        const heads = [
          `Authorization Bearer ${bearerCanary}`,
          `X-${keyCanary} : 1`,
          `Authorization: Bearer ${bearerCanary}\0`,
          `Content-Length: ${secretCanary}`,
        ];
        for (const line of heads) {
          const { answers } = await server.converse([server.bytes({ path: '/tools', headers: [line] })]);
          for (const answer of answers) expectNoCanary(answer);
        }
      },
    },
  ],
};

function isForAll({ needs, advised }: CanaryRequest): boolean {
  return advised !== true && !needs.includes('draining');
}

function expectNoCanary(answer: Answer): void {
  for (const secret of secretCanaries) expectNoPiece(answer, secret);
  expectWithout(answer, exceptionCanary, environmentCanary, '/srv/');
  const { message, result } = readJson(answer) as { message?: unknown; result?: { error?: { message?: unknown } } };
  for (const words of [message, result?.error?.message]) {
    ok(
      typeof words !== 'string' || !words.includes(inputCanary),
      `the message repeats the input: ${summarise(answer)}`,
    );
  }
}

function expectNoPiece(answer: Answer, secret: string): void {
  const piece = findPiece(`${JSON.stringify(answer.headers)}\n${answer.text}`, secret);
  ok(piece === undefined, `the answer shows '${piece}': ${summarise(answer)}`);
}

function readJson({ text }: Answer): object {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}
