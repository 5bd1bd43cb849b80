import { serveChildTask } from '../../platform/child-process/serve-child-task.js';
import { typesetCertificate } from './completion-certificate.js';

serveChildTask(typesetCertificate);
