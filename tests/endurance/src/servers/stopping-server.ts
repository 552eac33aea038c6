// Serves tools that take their time, and stops as its environment says.
import { toolwire } from 'toolwire';
import { slowTools } from './slow-tools.ts';
import { stopSettings } from './stop-settings.ts';

const { url } = await toolwire({ tools: slowTools }).listen(Number(process.env['PORT']), {
  closeOnSignals: stopSettings(),
});
process.stdout.write(`Listening on ${url}\n`);
