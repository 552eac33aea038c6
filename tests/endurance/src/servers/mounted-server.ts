// An app in the framework that its environment names, with mounted tools and a slow route.
import { setTimeout as wait } from 'node:timers/promises';
import { createApp, hostNamed } from '@toolwire/test-hosts';
import { closeGracefully, toolwire } from 'toolwire';
import { slowTools } from './slow-tools.ts';
import { stopSettings } from './stop-settings.ts';

const server = toolwire({
  tools: slowTools,
  limits: { writeStallMs: Number(process.env['WRITE_STALL_MS'] ?? 30_000) },
});

const running = await hostNamed(process.env['HOST'] ?? '').start(
  createApp({
    port: Number(process.env['PORT']),
    mounts: [{ prefix: '/', server }],
    routes: ['/own'],
    answerRoute: async () => {
      process.send?.({ began: 'own' });
      await wait(800);
      return { own: 'own' };
    },
  }),
);
closeGracefully(running.server, server, {
  ...stopSettings(),
  onClosed: async () => {
    await running.closeApp?.();
    process.send?.({ saved: true });
  },
});
process.stdout.write(`Listening on ${running.url}\n`);
