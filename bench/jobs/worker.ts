import { serveBenchmark } from '../rest/serving.js';
import { openNothingApp } from './nothing-app.js';

// One of several processes working off the same jobs.

await openNothingApp(process.argv[2]!, 'worker');
serveBenchmark(0);
