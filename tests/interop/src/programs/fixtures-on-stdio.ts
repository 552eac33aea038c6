import { serveStdio } from '@toolwire/stdio';
import { ajv } from '@toolwire/validate/ajv';
import { fixtureOffers } from '../fixtures/fixture-offers.ts';
import { createFixtureServer, serverInfo } from '../fixtures/fixture-server.ts';

serveStdio(createFixtureServer(), { serverInfo, validator: ajv(), ...fixtureOffers });
