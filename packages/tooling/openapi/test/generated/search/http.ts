import { createApi } from '@toolwire/openapi/http';

/** The connection to 搜索 Search: its URL, its credentials and its limits. */
export const api = createApi({
  baseUrl: 'https://api.example.com',
});
