import { Module } from '@nestjs/common';
import { PdfModule } from '../pdf/pdf.module.js';
import { PdfSignaturesModule } from '../pdf-signatures/pdf-signatures.module.js';
import { TemplatesModule } from '../platform/templates/templates.module.js';
import { OfficeModule } from '../platform/office/office.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { DoctorService } from './doctor.service.js';
import { OutsideStores } from './outside-stores.service.js';
import { ProxyWatch } from './proxy-watch.service.js';
import { ServiceState } from './service-state.service.js';
import { HealthController } from './http/health.controller.js';

@Module({
  imports: [OfficeModule, PdfModule, PdfSignaturesModule, StorageModule, TemplatesModule],
  controllers: [HealthController],
  providers: [DoctorService, OutsideStores, ProxyWatch, ServiceState],
  exports: [DoctorService, ServiceState],
})
export class HealthModule {}
