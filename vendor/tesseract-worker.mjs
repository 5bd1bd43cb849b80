// The thread in which tesseract.js reads. Its own worker brings six builds of the core and picks one; this one has the
// LSTM build with SIMD, which every processor has that sharp runs on. It has no `fetch`: nothing is ever downloaded.
import { parentPort } from 'node:worker_threads';
import { dispatchHandlers, setAdapter } from 'tesseract.js/src/worker-script/index.js';
import cache from 'tesseract.js/src/worker-script/node/cache.js';
import gunzip from 'tesseract.js/src/worker-script/node/gunzip.js';
import core from 'tesseract.js-core/tesseract-core-simd-lstm.js';

parentPort.on('message', (packet) => dispatchHandlers(packet, (message) => parentPort.postMessage(message)));
setAdapter({ getCore: async () => core, gunzip, ...cache });
