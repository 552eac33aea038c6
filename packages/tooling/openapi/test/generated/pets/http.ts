import { createApi } from '@toolwire/openapi/http';

/** The connection to Pet API: its URL, its credentials and its limits. */
export const api = createApi({
  baseUrl: 'http://127.0.0.1:1',
  credentials: {
    key: { kind: 'apiKey', in: 'header', name: 'X-Key', secret: 'key' },
    login: { kind: 'oauth2', provider: 'login' },
    password: { kind: 'basic', secret: 'password' },
    queryKey: { kind: 'apiKey', in: 'query', name: 'key', secret: 'queryKey' },
  },
});
