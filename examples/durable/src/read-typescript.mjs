// Threads do not read TypeScript as `tsx` has its main thread read it. From Node 22.18 on they do so by themselves, and this file may go.
import { register } from 'tsx/esm/api';

register();
