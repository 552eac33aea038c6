import { askForWeather, startObserved } from './observed.ts';
import { metricsDump, traceTree } from './report.ts';

const { url, collector, telemetry, lines } = await startObserved(Number(process.env['PORT'] ?? 3000));
await askForWeather(url);
await telemetry.flush();

console.log(`One call, as the collector saw it:\n\n${traceTree(collector.spans)}`);
console.log(`The metrics after it:\n\n${metricsDump(collector.metrics())}`);
console.log(`Its lines in the log:\n\n${lines.join('')}`);
console.log(`Weather.Forecast answers on ${url}/tools/call`);
