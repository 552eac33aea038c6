import { ok } from 'node:assert/strict';
import { signToken, validHeaders } from '../../client/credentials.ts';
import { summarize, type TestResponse } from '../../client/response.ts';
import {
  bearerCanary,
  environmentCanary,
  exceptionCanary,
  findFragment,
  inputCanary,
  keyCanary,
  secretCanaries,
  secretCanary,
  tokenCanary,
} from '../../fixtures/canaries.ts';
import { credentialOrSkip } from '../authentication/attempts.ts';
import { type CaseGroup, CaseSkipped, casesFor } from '../otc-case.ts';
import { envelope, postRequest, skipIfProtected } from '../support/calls.ts';
import { expectStatus, expectWithout } from '../support/expect.ts';
import { type CanaryRequest, canaryRequests } from './canary-requests.ts';

/** Errors do not repeat confidential data (CASE-C). */
export const canaryCases: CaseGroup = {
  title: 'Canaries',
  cases: [
    ...casesFor(canaryRequests, ({ name, needs, statuses, request, advised }) => ({
      title: `no part of a token, a secret or a credential is returned: ${name}`,
      requirements: ['OTC-CALL-08', 'OTC-ERR-01', 'OTC-TAUTH-04', 'OTC-SECR-03'],
      needs,
      ...(advised && { grade: 'advised' }),
      run: async (server) => {
        await skipIfProtected(server);
        const response = await server.send({ ...request, anonymous: true });
        expectStatus(response, ...statuses);
        expectNoCanary(response);
      },
    })),
    ...casesFor(canaryRequests.filter(isInvalidInput), ({ name, needs, request }) => ({
      title: `the message does not repeat invalid input: ${name}`,
      requirements: ['OTC-ERR-02'],
      needs,
      // The standard does not define the content of a message.
      grade: 'advised',
      run: async (server) => {
        await skipIfProtected(server);
        const response = await server.send({ ...request, anonymous: true });
        expectMessageWithout(response, inputCanary);
      },
    })),
    {
      title: 'no error repeats the credentials of an authenticated caller',
      requirements: ['OTC-CALL-08', 'OTC-AUTH-06', 'OTC-AUTH-12'],
      needs: ['credentials', 'documents', 'fixtures'],
      run: async (server) => {
        const valid = validHeaders(server.credentials);
        if (Object.keys(valid).length === 0) throw new CaseSkipped('The option `credentials` is empty.');
        for (const { request, statuses } of canaryRequests.filter(isForEveryServer)) {
          const { authorization: _authorization, 'otc-api-key': _key, ...headers } = request.headers ?? {};
          const response = await server.send({ ...request, headers: { ...headers, ...valid } });
          expectStatus(response, ...statuses);
          const sent = Object.values(valid).map((value) => value.replace(/^Bearer /, ''));
          for (const value of sent) expectNoFragment(response, value, wordyFragmentLength);
        }
      },
    },
    {
      title: 'no error repeats the request of an unauthenticated caller',
      requirements: ['OTC-AUTH-06', 'OTC-AUTH-12'],
      needs: ['credentials'],
      run: async (server) => {
        for (const authorization of [bearerCanary, `Bearer ${bearerCanary}`, `Basic ${bearerCanary}`]) {
          const headers = { authorization, 'otc-api-key': keyCanary, cookie: `a=${tokenCanary}` };
          for (const path of ['/tools', '/health', '/tools/none']) {
            expectNoCanary(await server.send({ path, headers, anonymous: true }));
          }
          const call = postRequest(envelope({ tool_id: tokenCanary, call_id: secretCanary }));
          expectNoCanary(await server.send({ ...call, headers: { ...call.headers, ...headers }, anonymous: true }));
        }
      },
    },
    {
      title: 'the refusal of an almost valid token repeats no part of it',
      requirements: ['OTC-AUTH-12'],
      needs: ['credentials', 'jwt'],
      run: async (server) => {
        const jwt = credentialOrSkip(server.credentials.jwt);
        const token = signToken(jwt, { claims: { sub: tokenCanary, aud: secretCanary } });
        const headers = { authorization: `Bearer ${token}` };
        const response = await server.send({ path: '/tools', headers, anonymous: true });
        expectStatus(response, 401);
        expectNoCanary(response);
        for (const part of [...token.split('.'), jwt.secret]) expectNoFragment(response, part, wordyFragmentLength);
      },
    },
    {
      title: 'a request head that HTTP rejects is not repeated',
      requirements: ['OTC-CALL-08'],
      run: async (server) => {
        const heads = [
          `Authorization Bearer ${bearerCanary}`,
          `X-${keyCanary} : 1`,
          `Authorization: Bearer ${bearerCanary}\0`,
          `Content-Length: ${secretCanary}`,
        ];
        for (const line of heads) {
          const { responses } = await server.converse([server.bytes({ path: '/tools', headers: [line] })]);
          for (const response of responses) expectNoCanary(response);
        }
      },
    },
  ],
};

function isForEveryServer({ needs, advised }: CanaryRequest): boolean {
  return advised !== true && !needs.includes('draining');
}

function isInvalidInput({ statuses }: CanaryRequest): boolean {
  return statuses.includes(422);
}

function expectNoCanary(response: TestResponse): void {
  for (const secret of secretCanaries) expectNoFragment(response, secret);
  expectWithout(response, environmentCanary);
  expectMessageWithout(response, exceptionCanary);
}

function expectMessageWithout(response: TestResponse, canary: string): void {
  const { message, result } = readJson(response) as { message?: unknown; result?: { error?: { message?: unknown } } };
  for (const text of [message, result?.error?.message]) {
    ok(
      typeof text !== 'string' || !text.includes(canary),
      `message: expected no '${canary}', got ${summarize(response)}`,
    );
  }
}

// Credentials of the user may contain words that any message may contain.
const wordyFragmentLength = 16;

function expectNoFragment(response: TestResponse, secret: string, length?: number): void {
  const fragment = findFragment(`${JSON.stringify(response.headers)}\n${response.text}`, secret, length);
  ok(fragment === undefined, `response: expected no '${fragment}', got ${summarize(response)}`);
}

function readJson({ text }: TestResponse): object {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}
