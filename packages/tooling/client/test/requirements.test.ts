import { createHmac } from 'node:crypto';
import { verifies } from '@toolwire/conformance/vitest';
import { describe, expect } from 'vitest';
import { createClient } from '../src/index.ts';
import { failure, listing, type Recorded, recordingServer, requestIn, value } from './recording-server.ts';

const secret = 'a secret of the client and the server, 32 bytes';
const gmail = {
  id: 'Gmail.GetEmails@1.2.0',
  name: 'Gmail_GetEmails',
  description: 'Lists emails.',
  version: '1.2.0',
  input_schema: { parameters: {} },
  output_schema: {},
  requirements: {
    authorization: [{ id: 'google', oauth2: { scopes: ['gmail.readonly'] } }],
    secrets: [{ id: 'QUOTA_KEY' }],
    user_id: true,
  },
};

/** The context of the only call among the requests. */
function contextIn(requests: readonly Recorded[]): unknown {
  const calls = requests.filter(({ path }) => path === '/tools/call');
  expect(calls).toHaveLength(1);
  return calls[0] && requestIn(calls[0])['context'];
}

describe('the requirements of the standard for a client', () => {
  verifies('OTC-CALL-13', 'retries what says can_retry, with the same input and the same call_id', async () => {
    const { url, requests } = await recordingServer({
      '/tools/call': [failure({ message: 'Busy', can_retry: true, retry_after_ms: 0 }), value(15)],
    });
    const result = await createClient({ url }).call('Calculator.Add@1.0.0', { a: 10, b: 5 });

    expect(result).toMatchObject({ kind: 'value', value: 15, attempts: 2 });
    expect(requests).toHaveLength(2);
    expect(requests[1]?.text).toBe(requests[0]?.text);
    expect(requests[0] && requestIn(requests[0])).toMatchObject({ call_id: result.callId, input: { a: 10, b: 5 } });
  });

  verifies('OTC-CALL-14', 'waits retry_after_ms before it retries', async () => {
    const { url, requests } = await recordingServer({
      '/tools/call': [failure({ message: 'Busy', can_retry: true, retry_after_ms: 150 }), value(null)],
    });
    await createClient({ url }).call('Doorbell.Ring', {});

    const [first, second] = requests;
    // A timer may be a fraction of a millisecond early.
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(149);
  });

  verifies(
    'OTC-CALL-15',
    'returns additional_prompt_content for the model, and does not retry the same call',
    async () => {
      const { url, requests } = await recordingServer({
        '/tools/call': [
          failure({
            message: 'Doorbell ID not found',
            can_retry: true,
            additional_prompt_content: 'ids: doorbell42,doorbell84',
            retry_after_ms: 500,
          }),
        ],
      });

      expect(await createClient({ url }).call('Doorbell.Ring', { doorbell_id: 'doorbell1' })).toMatchObject({
        kind: 'failed',
        attempts: 1,
        failure: { canRetry: true, additionalPromptContent: 'ids: doorbell42,doorbell84', retryAfterMs: 500 },
      });
      expect(requests).toHaveLength(1);
    },
  );

  verifies('OTC-RESP-08', 'takes an error without can_retry as one not to retry', async () => {
    for (const error of [{ message: 'No' }, { message: 'No', can_retry: null }, { message: 'No', can_retry: 'true' }]) {
      const { url, requests } = await recordingServer({ '/tools/call': [failure(error)] });
      expect(await createClient({ url }).call('Doorbell.Ring', {})).toMatchObject({
        kind: 'failed',
        failure: { canRetry: false },
      });
      expect(requests).toHaveLength(1);
    }
  });

  verifies(
    ['OTC-REQ-07', 'OTC-TAUTH-03', 'OTC-SECR-02', 'OTC-USER-01'],
    'obtains what the definition requires, and puts it into the context of the call',
    async () => {
      const { url, requests } = await recordingServer({ '/tools': [listing(gmail)], '/tools/call': [value([])] });
      const requested: unknown[] = [];
      const client = createClient({
        url,
        requirements: {
          token: async (provider, toolId) => {
            requested.push(provider, toolId);
            return 'ya29.token';
          },
          secret: (id) => `value of ${id}`,
          userId: 'user-1',
        },
      });

      expect(await client.call('Gmail.GetEmails@1.2.0', {})).toMatchObject({ kind: 'value' });
      expect(requested).toEqual([{ id: 'google', oauth2: { scopes: ['gmail.readonly'] } }, 'Gmail.GetEmails@1.2.0']);
      expect(contextIn(requests)).toEqual({
        authorization: [{ id: 'google', token: 'ya29.token' }],
        secrets: [{ id: 'QUOTA_KEY', value: 'value of QUOTA_KEY' }],
        user_id: 'user-1',
      });
    },
  );

  verifies(['OTC-TAUTH-03', 'OTC-SECR-02'], 'sends what its user has obtained', async () => {
    const { url, requests } = await recordingServer({ '/tools/call': [value([])] });
    const context = {
      authorization: [{ id: 'google', token: 'ya29.token' }],
      secrets: [{ id: 'QUOTA_KEY', value: 'quota' }],
      userId: 'user-1',
    };
    await createClient({ url }).call('Gmail.GetEmails', {}, { context });

    expect(contextIn(requests)).toEqual({
      authorization: context.authorization,
      secrets: context.secrets,
      user_id: 'user-1',
    });
  });

  verifies('OTC-REQ-08', 'sends no member that the text does not know', async () => {
    const { url, requests } = await recordingServer({ '/tools/call': [value(1)] });
    const strange = { id: 'google', token: 't', expires: 5 };
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const client = createClient({ url, traceparent: () => traceparent });
    await client.call('Calculator.Add', { a: 1 }, { context: { authorization: [strange], userId: 'u' } });

    const body = JSON.parse(requests[0]?.text ?? '') as Readonly<Record<string, object>>;
    expect(Object.keys(body)).toEqual(['$schema', 'request']);
    expect(Object.keys(body['request'] ?? {})).toEqual(['call_id', 'trace_id', 'tool_id', 'input', 'context']);
    expect(body['request']).toMatchObject({ context: { authorization: [{ id: 'google', token: 't' }], user_id: 'u' } });
    expect(requests[0]?.text).not.toContain('expires');
  });

  verifies('OTC-AUTH-03', 'sends its API key in OTC-API-Key with every request', async () => {
    const { url, requests } = await recordingServer({
      '/health': [{}],
      '/tools': [{ status: 503, headers: { 'retry-after': '0' } }, listing()],
      '/tools/call': [value(1)],
    });
    const client = createClient({ url, auth: { apiKey: 'key-of-thirty-two-characters-0123' } });
    await client.health();
    await client.list();
    await client.call('Calculator.Add', {});

    expect(requests.map(({ path }) => path)).toEqual(['/health', '/tools', '/tools', '/tools/call']);
    for (const { headers } of requests) {
      expect(headers['otc-api-key']).toBe('key-of-thirty-two-characters-0123');
      expect(headers.authorization).toBeUndefined();
    }
  });

  verifies('OTC-AUTH-05', 'sends nothing secret over plain http, except to its own machine', async () => {
    const sent: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      sent.push(url);
      return Response.json({ result: { success: true, value: 1 } });
    };
    for (const auth of [{ apiKey: 'k' }, { token: 't' }, { jwt: { secret } }]) {
      expect(() => createClient({ url: 'http://tools.example.com', fetch, auth })).toThrow(
        'The url http://tools.example.com uses plain http to another machine',
      );
    }
    const client = createClient({ url: 'http://tools.example.com', fetch });
    for (const context of [{ secrets: [{ id: 's', value: 'v' }] }, { authorization: [{ id: 'google', token: 't' }] }]) {
      expect(await client.call('Gmail.GetEmails', {}, { context })).toMatchObject({
        kind: 'refused',
        code: 'insecure',
        ran: 'no',
        attempts: 0,
      });
    }
    expect(sent).toEqual([]);

    const auth = { apiKey: 'k' };
    for (const host of ['localhost:3000', '127.0.0.1', '127.8.9.1', '[::1]:80', '[::ffff:127.0.0.1]']) {
      await createClient({ url: `http://${host}`, fetch, auth }).call('Calculator.Add', {});
    }
    await createClient({ url: 'https://tools.example.com', fetch, auth }).call('Calculator.Add', {});
    await createClient({ url: 'http://tools.internal', fetch, auth, allowInsecure: true }).call('Calculator.Add', {});
    await client.call('Calculator.Add', {});
    expect(sent).toHaveLength(8);
    for (const host of [
      'tools.localhost',
      'localhost.example.com',
      '127.0.0.1.example.com',
      '0.0.0.0',
      '[::2]',
      '10.0.0.1',
    ]) {
      expect(() => createClient({ url: `http://${host}`, auth })).toThrow('plain http to another machine');
    }
  });

  verifies('OTC-AUTH-08', 'sends its token in Authorization, as a bearer', async () => {
    const { url, requests } = await recordingServer({ '/tools/call': [value(1)] });
    await createClient({ url, auth: { token: 'abc.def.ghi' } }).call('Calculator.Add', {});
    await createClient({ url, auth: { token: async () => 'fresh' } }).call('Calculator.Add', {});

    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer abc.def.ghi', 'Bearer fresh']);
  });

  verifies('OTC-AUTH-09', 'signs its tokens with HS256 and the shared secret', async () => {
    const { url, requests } = await recordingServer({ '/tools/call': [value(1)] });
    await createClient({ url, auth: { jwt: { secret, claims: { aud: 'otcserver' } } } }).call('Calculator.Add', {});

    const [header = '', claims = '', signature = ''] = requests[0]?.headers.authorization?.slice(7).split('.') ?? [];
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(read(claims)).toEqual({ aud: 'otcserver', exp: expect.closeTo(Date.now() / 1_000 + 300, -1) as number });
    expect(signature).toBe(createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url'));
  });

  verifies('OTC-AUTH-17', 'prefers a token to an API key', async () => {
    const { url, requests } = await recordingServer({ '/tools/call': [value(1)] });
    for (const token of [{ token: 't' }, { jwt: { secret } }]) {
      await createClient({ url, auth: { apiKey: 'key', ...token } }).call('Calculator.Add', {});
    }
    for (const { headers } of requests) {
      expect(headers.authorization).toMatch(/^Bearer /);
      expect(headers['otc-api-key']).toBeUndefined();
    }
  });
});
