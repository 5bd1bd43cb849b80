import { serveChildTask } from '../../platform/child-process/serve-child-task.js';
import { cleanSignature } from './clean-signature.js';

serveChildTask(cleanSignature);
