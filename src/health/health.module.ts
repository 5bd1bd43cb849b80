import { Module } from '@nestjs/common';
import { DoctorService } from './doctor.service.js';
import { HealthController } from './health.controller.js';

@Module({ controllers: [HealthController], providers: [DoctorService], exports: [DoctorService] })
export class HealthModule {}
