import { GET } from './app/api/ai/[...path]/route.ts';

// Calls the route as Next.js does, without Next.js: one Request in, one Response out.
const request = new Request('http://localhost:3000/api/ai/tools', {
  headers: { authorization: 'Bearer token-of-ada' },
});
const response = await GET(request);
console.log(`GET ${request.url} answers ${response.status}:\n${JSON.stringify(await response.json(), null, 2)}`);
