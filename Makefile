# Everything is done by deploy/bootstrap.py, so that a machine without make has the same commands.
.PHONY: run password test test-all torture lint bench guide package findings
run:
	@python3 deploy/bootstrap.py run
password:
	@python3 deploy/bootstrap.py password
test:
	@python3 deploy/bootstrap.py test
test-all:
	@python3 deploy/bootstrap.py test-all
torture:
	@python3 deploy/bootstrap.py torture
lint:
	@python3 deploy/bootstrap.py lint
package:
	@python3 deploy/bootstrap.py package
bench:
	@python3 deploy/bootstrap.py bench
guide:
	@python3 deploy/bootstrap.py guide
findings:
	@python3 deploy/bootstrap.py findings
