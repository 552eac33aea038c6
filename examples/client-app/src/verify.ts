import { check } from '@toolwire-examples/verify';
import { connect, firstOf, ringBy, sum, temperature } from './app.ts';
import { server } from './tool-server.ts';

const { url, close } = await server.listen(0);
const told: string[] = [];
const tell = (line: string): void => void told.push(line);
const client = connect(url, tell);

check('the server is healthy', await client.health());
const listed = await client.list();
check('its tools are listed', listed.kind === 'listed' && listed.tools.map(({ toolId }) => toolId), [
  'Calculator.Add@1.0.0',
  'Weather.Forecast@1.0.0',
  'Doorbell.Ring@1.0.0',
]);
check('a typed call gives a typed value', await sum(client, 10, 5), 15);

check('a busy tool is called again', await temperature(client, 'Lisbon'), '21 °C in Lisbon, after 2 attempts');
check('when it says', told.splice(0), ['attempt 1: The weather station is busy; again in 200 ms']);

check('a model that reads rings the bell', await ringBy(client, firstOf, tell));
check('after one look at what there is', told.splice(0), [
  "doorbell1: the model reads 'The doorbells are: doorbell42, doorbell84'",
]);
check('one that does not gives up', await ringBy(client, () => ({ doorbell_id: 'doorbell1' }), tell), false);

const wrong = await client.call('Calculator.Add', { a: 10, b: 'infinity' });
check(
  'invalid input is reported by parameter',
  wrong.kind === 'invalid' && wrong.parameterErrors['b'],
  'Must be a number, got the string "infinity"',
);

await close();
const gone = await client.call('Calculator.Add', { a: 10, b: 5 }, { retry: false });
check('a server that has gone is no exception', gone.kind === 'refused' && gone.code, 'unreachable');
