import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { check, get, post, read, toolCall } from '@toolwire-examples/verify';
import { AppModule } from './app.module.ts';

const app = await NestFactory.create(AppModule, new ExpressAdapter(), { logger: false });
await app.listen(0, '127.0.0.1');
const url = await app.getUrl();
const ada = { authorization: 'Bearer token-of-ada' };
const bob = { authorization: 'Bearer token-of-bob' };

const home = await get(url, ada);
check("the app's own route answers as before", home.body, 'The existing app');
const unauthenticated = await get(`${url}/api/ai/tools`);
check(
  "an unauthenticated caller gets the app's own 401",
  [unauthenticated.status, read(unauthenticated, 'message')],
  [401, 'Please sign in'],
);
const found = await post(`${url}/api/ai/tools/call`, toolCall('Orders.Find', { id: '42' }), bob);
check('a tool uses a service of the app', read(found, 'result.value'), 'shipped');
const missing = await post(`${url}/api/ai/tools/call`, toolCall('Orders.Find', { id: '1' }), bob);
check('an HTTP exception keeps its message', read(missing, 'result.error.message'), 'There is no order 1');
const denied = await post(`${url}/api/ai/tools/call`, toolCall('Orders.Cancel', { id: '42' }), bob);
check("the app's guard denies a call", read(denied, 'result.error.message'), 'Forbidden resource');
const canceled = await post(`${url}/api/ai/tools/call`, toolCall('Orders.Cancel', { id: '42' }), ada);
check('the guard permits a user with the role', read(canceled, 'result.value'), 'Canceled by Ada');

await app.close();
