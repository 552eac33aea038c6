// Worker threads don't inherit the TypeScript loader of `tsx`. From Node 22.18 on they read TypeScript, and you can remove this
// file.
import { register } from 'tsx/esm/api';

register();
