// Serves slow tools, and shuts down as configured in its environment.
import { toolwire } from 'toolwire';
import { slowTools } from './slow-tools.ts';
import { stopSettings } from './stop-settings.ts';

const { url } = await toolwire({ tools: slowTools }).listen(Number(process.env['PORT']), {
  closeOnSignals: stopSettings(),
});
process.stdout.write(`Listening on ${url}\n`);
