# Everything is done by deploy/bootstrap.py, so that a machine without make has the same commands.
.PHONY: run test lint bench
run:
	@python3 deploy/bootstrap.py run
test:
	@python3 deploy/bootstrap.py test
lint:
	@python3 deploy/bootstrap.py lint
bench:
	@python3 deploy/bootstrap.py bench
