-- The rules of word forms have changed: the portal stems everything that is searched anew, beside its work.
update ebook set stemmed = false;
update material set stemmed = false;
update file_page set stemmed = false;
