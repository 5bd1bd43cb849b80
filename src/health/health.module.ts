import { Module } from '@nestjs/common';
import { SealingModule } from '../sealing/sealing.module.js';
import { DoctorService } from './doctor.service.js';
import { HealthController } from './health.controller.js';

@Module({
  imports: [SealingModule],
  controllers: [HealthController],
  providers: [DoctorService],
  exports: [DoctorService],
})
export class HealthModule {}
