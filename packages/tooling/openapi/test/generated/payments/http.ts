import { createApi } from '@toolwire/openapi/http';

/** The connection to Payments: its URL, its credentials and its limits. */
export const api = createApi({
  baseUrl: 'https://eu.payments.example.com',
  credentials: { token: { kind: 'bearer', provider: 'token' } },
});
