import { check, post, read, serve } from '@toolwire-examples/verify';
import { endings } from './add-a-stage.ts';
import { route } from './route.ts';

const { url, close } = await serve(route);

function callTool(server: string, toolId: string, input: object, context: object = { user_id: 'ada' }) {
  return post(`${url}/${server}/tools/call`, { request: { tool_id: toolId, input, context } });
}

const byName = await callTool('replaced', 'Weather_Forecast', { city: 'Lisbon' });
check('its own resolver finds tools by the name that models see', read(byName, 'result.value'), 'sun');
const byId = await callTool('replaced', 'Weather.Forecast', { city: 'Lisbon' });
check('and by nothing else', [byId.status, read(byId, 'message')], [400, 'There is no tool of that name']);

const callAdded = (input: object) => callTool('added', 'Weather.Forecast', input);
const first = await callAdded({ city: 'Reykjavik' });
const wrong = await callAdded({ city: 1 });
const second = await callAdded({ city: 'Reykjavik' });
const third = await callAdded({ city: 'Reykjavik' });
check('a call that never ran was free', [first.status, wrong.status, second.status], [200, 422, 200]);
check('the quota refuses in its own words', [third.status, read(third, 'message')], [400, 'You have used all 2 calls']);
check(
  'every ending was counted',
  [...endings],
  [
    ['value', 2],
    ['invalid', 1],
    ['refused', 1],
  ],
);

const stranger = await callTool('ordered', 'Weather.Forecast', { city: 1 }, {});
check(
  'in its own order a stranger learns nothing of the input',
  [stranger.status, read(stranger, 'missing_requirements')],
  [400, { user_id: true }],
);
const guest = await callTool('ordered', 'Weather.Forecast', { city: 1 }, { user_id: 'guest' });
check('its own check comes before both', read(guest, 'message'), "'Weather_Forecast' is for members");
const standard = await callTool('added', 'Weather.Forecast', { city: 1 }, {});
check('which the standard order looks at first', standard.status, 422);

close();
