import { app } from './app.ts';

const url = await app.listen({ port: Number(process.env['PORT'] ?? 3000) });
console.log(`The app, and its tools under /api/ai: ${url}`);
