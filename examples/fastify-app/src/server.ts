import { closeGracefully } from 'toolwire';
import { app, tools } from './app.ts';

const url = await app.listen({ port: Number(process.env['PORT'] ?? 3000) });
console.log(`The app, and its tools under /api/ai: ${url}`);

// SIGTERM and Ctrl-C end it once all is answered; then come the app's own `onClose` hooks.
closeGracefully(app.server, tools, { onClosed: () => app.close() });
