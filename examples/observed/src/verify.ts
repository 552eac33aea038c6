import { check, read } from '@toolwire-examples/verify';
import { askForWeather, startObserved } from './observed.ts';
import { valueOf } from './otlp.ts';
import { metricsDump, traceTree } from './report.ts';

const { url, collector, telemetry, lines, close } = await startObserved(0);
const body = await askForWeather(url);
await telemetry.flush();
check('the call is answered, though the service was busy at first', read({ body }, 'result.value'), 'sleet');

const names = traceTree(collector.spans)
  .split('\n')
  .map((row) => row.replace(/ {2}[\d.]+ ms.*/, '').replace(/ (attempt|outcome)=.*/, ''));
check('one trace holds the agent, the call, its two runs and what they fetched', names, [
  'agent asks for the weather',
  '    POST',
  '        execute_tool Weather_Forecast',
  '          · toolwire.run.start',
  '          · toolwire.run.end',
  '          · toolwire.run.start',
  '          · toolwire.run.end',
  '            GET',
  '            GET',
  '',
]);
check('all of it is one trace', new Set(collector.spans.map(({ traceId }) => traceId)).size, 1);

const call = collector.spans.find(({ name }) => name.startsWith('execute_tool'));
check(
  'the arguments are shown',
  call && valueOf(call.attributes, 'gen_ai.tool.call.arguments'),
  '{"city":"Reykjavik"}',
);

const metrics = metricsDump(collector.metrics());
check('the call was measured', /gen_ai\.execute_tool\.duration \{.*Weather_Forecast.*\} 1 in/.test(metrics));
check('the second run was counted', /toolwire\.runs\.retried \{.*\} 1\n/.test(metrics));

const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const record = records.find(({ outcome }) => outcome !== undefined);
check(
  'the record of the call is in the log',
  [record?.['outcome'], record?.['toolId']],
  ['value', 'Weather.Forecast@1.2.0'],
);
check(
  'what the tool logged carries the same call',
  records.every(({ callId }) => callId === record?.['callId']),
);
check('the key is masked where the tool logged it', records[0]?.['msg'], 'Asking with [masked]');
check('and is nowhere else', !`${JSON.stringify(collector.spans)}${metrics}${lines.join('')}`.includes('key-of-mine'));

await close();
