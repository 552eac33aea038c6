// @ts-check
const { check, get, post, read, serve, toolCall } = require('@toolwire-examples/verify');
const { app } = require('./app.js');

const ada = { authorization: 'Bearer token-of-ada' };

async function verify() {
  const { url, close } = await serve(app);

  const orders = await get(`${url}/orders`, ada);
  check("the app's own route answers as before", [orders.status, read(orders, 'length')], [200, 2]);
  const placed = await post(`${url}/orders`, { item: 'gears' }, ada);
  check('and so does the one with a body', [placed.status, read(placed, 'item')], [201, 'gears']);
  const missing = await get(`${url}/nowhere`);
  check("what nobody serves gets the app's own 404", [missing.status, missing.body], [404, { error: 'No such page' }]);
  const below = await get(`${url}/api/ai/nowhere`, ada);
  check('below the tools as well', [below.status, below.body], [404, { error: 'No such page' }]);

  const stranger = await post(`${url}/api/ai/tools/call`, toolCall('Shop.FindOrders', { status: 'open' }));
  check("a stranger gets the app's own 401", [stranger.status, stranger.body], [401, { error: 'Please sign in' }]);
  const found = await post(`${url}/api/ai/tools/call`, toolCall('Shop.FindOrders', { status: 'shipped' }), ada);
  const shipped = [{ id: 'o-1', item: 'engine', status: 'shipped' }];
  check('the tool sees who is signed in, and the body that express.json() read', read(found, 'result.value'), shipped);
  const wrong = await post(`${url}/api/ai/tools/call`, toolCall('Shop.FindOrders', { status: 'lost' }), ada);
  check(
    'wrong input is told by parameter',
    [wrong.status, typeof read(wrong, 'parameter_errors.status')],
    [422, 'string'],
  );

  const broken = await post(`${url}/api/ai/tools/call`, '{"request":', ada);
  check(
    'broken JSON for a tool is answered in the words of the protocol',
    [broken.status, read(broken, '$schema')],
    [400, 'otc://1.0'],
  );
  const brokenOrder = await post(`${url}/orders`, '{"item":', ada);
  check(
    "and elsewhere in the app's own",
    [brokenOrder.status, brokenOrder.body],
    [400, { error: 'Something went wrong' }],
  );

  close();
}

void verify();
