import { Module } from '@nestjs/common';
import { DataFormat } from './data-format.js';
import { DataVersion } from './data-version.js';
import { LiveProcess } from './live-process.js';
import { ProcessLimits } from './process-limits.js';

/** Which processes of the service are running, and what they understand (docs/adr/0052-minimum-version.md). */
@Module({
  providers: [DataFormat, { provide: DataVersion, useValue: new DataVersion() }, LiveProcess, ProcessLimits],
  exports: [DataFormat, DataVersion, LiveProcess],
})
export class ProcessesModule {}
