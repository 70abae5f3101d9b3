-- What a student takes of a discipline in one act bears one number.
alter table registration_class drop constraint registration_class_receipt;
alter table registration_class add constraint registration_class_receipt unique (receipt, class_type_id);
