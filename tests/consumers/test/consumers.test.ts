import { afterAll, describe } from 'vitest';
import { createGround } from '../src/ground.ts';
import { aloneSuite } from './alone.ts';
import { appSuite } from './app.ts';
import { authorizationSuite } from './authorization.ts';
import { containersSuite } from './containers.ts';
import { copiesSuite } from './copies.ts';
import { createSuite } from './create.ts';
import { durableSuite } from './durable.ts';
import { edgeSuite } from './edge.ts';
import { entriesSuite } from './entries.ts';
import { examplesSuite } from './examples.ts';
import { hostsSuite } from './hosts.ts';
import { jestSuite } from './jest.ts';
import { newProjectSuite } from './new-project.ts';
import { toolwireSuite } from './toolwire.ts';
import { typeScriptSuite } from './typescript.ts';
import { workerSuite } from './worker.ts';

// One file, so that one worker packs and installs, once.
describe('installed from packed tarballs', () => {
  const ground = createGround();
  afterAll(() => ground.remove(), 300_000);

  aloneSuite(ground);
  toolwireSuite(ground);
  durableSuite(ground);
  edgeSuite(ground);
  entriesSuite(ground);
  hostsSuite(ground);
  appSuite(ground);
  authorizationSuite(ground);
  examplesSuite(ground);
  containersSuite(ground);
  copiesSuite(ground);
  createSuite(ground);
  jestSuite(ground);
  newProjectSuite(ground);
  typeScriptSuite(ground);
  workerSuite(ground);
});
