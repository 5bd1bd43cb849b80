import { serveChildTask } from '../../platform/child-process/serve-child-task.js';
import { typesetRequest } from './typeset-request.js';

serveChildTask(typesetRequest);
