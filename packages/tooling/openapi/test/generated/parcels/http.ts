import { createApi } from '@toolwire/openapi/http';

/** The connection to Parcel service: its URL, its credentials and its limits. */
export const api = createApi({
  baseUrl: 'https://parcels.example.com/v1',
  credentials: { apiKey: { kind: 'apiKey', in: 'query', name: 'api_key', secret: 'apiKey' } },
});
