import { connect, firstOf, ringBy, sum, temperature } from './app.ts';
import { server } from './tool-server.ts';

const { url, close } = await server.listen(0);
const tell = (line: string): void => console.log(`  ${line}`);
const client = connect(url, tell);

console.log(`The tools answer on ${url}`);
console.log(`10 + 5 = ${await sum(client, 10, 5)}`);
console.log(await temperature(client, 'Lisbon'));
console.log((await ringBy(client, firstOf, tell)) ? 'The doorbell rang' : 'No doorbell rang');

await close();
