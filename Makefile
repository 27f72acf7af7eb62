# dmc -- build, test, demo. Everything made lands in build/ (other configurations: build/asan, build/stress, build/tsan).
#   make            build/dmc                     make demo       build, then find a lost update
#   make test       unit, golden, prop; also under sanitizers; last line: N passed, N failed
#   make unit|golden|prop|browser                 one kind of test, plain build
#   make asan|stress                              the whole test suite in that configuration
#   make tsan       what several threads do, under ThreadSanitizer
#   make fuzz       the searches against the judge on new programs for SECONDS; shrinks what it finds
#   make fuzz-front the front end under libFuzzer or AFL++ (FUZZ_TIME seconds)
#   make mutate     the searches broken on purpose: the tests must notice
#   make bench      speed, beside spin; counts of the papers      make bless      rewrite recorded outputs
#   make editors    docs/editors from the words of the language
#   make install    PREFIX, DESTDIR               make deps       install missing Debian packages
ifeq ($(origin CC),default)
CC      := gcc
endif
B       ?= build
OPT     ?= -O2 -g
CFLAGS  ?=
LDFLAGS ?=
PREFIX  ?= /usr/local
JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
OWN     := -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wmissing-prototypes -Werror -D_POSIX_C_SOURCE=200809L
SOFT    := -std=c11 -Wall -Wno-unused-parameter -Wno-unused-variable -Wno-unused-but-set-variable -Wno-implicit-fallthrough -D_POSIX_C_SOURCE=200809L
INC     := -I. -I$(B)
LIBS    := -lgmp -lm -lpthread
SANITIZE := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

FOLDERS := lang compiler vm explore
lang_src     := $(wildcard lang/*.c)
compiler_src := $(wildcard compiler/*.c)
vm_src       := $(wildcard vm/*.c)
explore_src  := $(filter-out explore/main.c,$(wildcard explore/*.c explore/algo/*.c explore/report/*.c))

.PHONY: all deps demo editors test unit golden prop browser asan stress tsan fuzz fuzz-front mutate bench install bless clean test-programs fuzz-program
all: $(B)/dmc

$(B)/lang.a: $(lang_src:%.c=$(B)/%.o) $(B)/lang/lexer.o $(B)/lang/parser.o
$(B)/compiler.a: $(compiler_src:%.c=$(B)/%.o)
$(B)/vm.a: $(vm_src:%.c=$(B)/%.o)
$(B)/explore.a: $(explore_src:%.c=$(B)/%.o) $(B)/explore/report/page.o
$(B)/stdlib.a: $(B)/stdlib.o
$(B)/%.a:
	@rm -f $@
	ar rcs $@ $^

# Includes point up only: a library may use those listed before it in FOLDERS.
$(B)/dmc: $(B)/explore/main.o $(B)/stdlib.a $(B)/explore.a $(B)/vm.a $(B)/compiler.a $(B)/lang.a
	$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(LIBS)

compile = @mkdir -p $(@D) && echo "$(CC) -c $<" && $(CC) $(1) $(OPT) $(CFLAGS) $(INC) -MMD -MP -MF $(@:.o=.dep) -c -o $@ $<
$(B)/%.o: %.c | $(B)/.deps
	$(call compile,$(OWN))
$(B)/lang/lexer.o: $(B)/lang/lexer.c
	$(call compile,$(SOFT))
$(B)/lang/parser.o: $(B)/lang/parser.c
	$(call compile,$(SOFT))
$(B)/lang/words.re: lang/words.def
	@mkdir -p $(@D)
	sed -n -E 's/^WORD\(([A-Za-z]+), ([A-Z_]+), (STATEMENT|EXPRESSION|VALUE)\)$$/    "\1" { TOKEN(\2); }/p' $< > $@
$(B)/lang/lexer.c: lang/lexer.re $(B)/lang/words.re | $(B)/.deps
	@mkdir -p $(@D)
	re2c -W -Werror -i --no-generation-date -I $(B)/lang -o $@ $<
# Lemon writes parser.c and parser.h; it exits non-zero on a conflict, and must then leave no parser.c behind.
$(B)/lang/parser.c: lang/parser.y | $(B)/.deps
	@mkdir -p $(@D)
	lemon -q -d$(@D) $< || { rm -f $@; exit 1; }
$(B)/lang/parser.h: $(B)/lang/parser.c ;
$(patsubst %.c,$(B)/%.o,$(lang_src)) $(B)/lang/lexer.o: | $(B)/lang/parser.h

# The library text, embedded.
$(B)/stdlib.c: $(wildcard stdlib/*.d) stdlib/embed.sh
	@mkdir -p $(@D)
	sh stdlib/embed.sh stdlib_text $(foreach f,$(sort $(wildcard stdlib/*.d)),$(f:stdlib/%.d=std.%=$(f))) > $@.tmp && mv $@.tmp $@
$(B)/stdlib.o: $(B)/stdlib.c
	$(call compile,$(OWN))
# The page of `dmc html`, likewise.
$(B)/explore/report/page.html: $(wildcard explore/report/page/*)
	@mkdir -p $(@D)
	sh explore/report/page/assemble.sh > $@.tmp && mv $@.tmp $@
$(B)/explore/report/page.c: $(B)/explore/report/page.html stdlib/embed.sh
	sh stdlib/embed.sh page_text page.html=$< > $@.tmp && mv $@.tmp $@
$(B)/explore/report/page.o: $(B)/explore/report/page.c
	$(call compile,$(OWN))

# What building needs is looked for once a build directory, and on demand.
$(B)/.deps:
	@mkdir -p $(@D)
	@CC='$(CC)' sh .ci/deps.sh && touch $@
deps:
	@CC='$(CC)' sh .ci/deps.sh

demo: deps
	@mkdir -p $(B)
	@mkdir -p $(B)
	@$(again) all >$(B)/.build.log 2>&1 || { cat $(B)/.build.log; exit 1; }
	@sh examples/demo.sh $(B)/dmc

# ---- tests ----------------------------------------------------------------------------------------------------------
# A unit test links with its own folder and those above it, so a call in the wrong direction does not link.
above_lang     := lang
above_compiler := compiler lang
above_vm       := vm compiler lang
above_explore  := explore vm compiler lang
unit_tests := $(patsubst %.c,$(B)/%,$(wildcard $(FOLDERS:%=tests/unit/%/test_*.c)))
define unit_rule
$(patsubst %.c,$(B)/%,$(wildcard tests/unit/$(1)/test_*.c)): $(B)/%: $(B)/%.o \
    $(patsubst %.c,$(B)/%.o,$(filter-out tests/unit/$(1)/test_%,$(wildcard tests/unit/$(1)/*.c))) \
    $(addprefix $(B)/,$(addsuffix .a,$(above_$(1)) stdlib))
	$$(CC) $$(OPT) $$(LDFLAGS) -o $$@ $$^ $$(LIBS)
endef
$(foreach f,$(FOLDERS),$(eval $(call unit_rule,$(f))))
$(B)/tests/unit/explore/test_pty: LIBS += -lutil             # openpty, where it is not in the C library itself

everything := $(B)/explore.a $(B)/vm.a $(B)/compiler.a $(B)/lang.a $(B)/stdlib.a
prop_tests   := $(patsubst %.c,$(B)/%,$(wildcard tests/prop/prop_*.c))
prop_tools   := $(patsubst %.c,$(B)/%,$(wildcard tests/prop/tool_*.c))
prop_helpers := $(patsubst %.c,$(B)/%.o,$(filter-out tests/prop/prop_% tests/prop/tool_%,$(wildcard tests/prop/*.c)))
$(prop_tests) $(prop_tools): $(B)/%: $(B)/%.o $(prop_helpers) $(everything)
	$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(LIBS)
test-programs: $(B)/dmc $(unit_tests) $(prop_tests) $(prop_tools)
$(B)/tests/fuzz/%: $(B)/tests/fuzz/%.o $(everything)
	$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(LIBS)
fuzz-program: $(B)/tests/fuzz/fuzz_frontend

# A make below this one: in parallel unless the caller has said how many at once.
again = $(MAKE) --no-print-directory $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))
plain = $(again) B='$(B)' $(1)
asan  = $(again) B='$(B)/asan' OPT='$(SANITIZE)' $(1)
stress = $(again) B='$(B)/stress' OPT='$(SANITIZE)' CFLAGS='$(CFLAGS) -DDMC_STRESS' $(1)
tsan  = $(again) B='$(B)/tsan' OPT='-O1 -g -fsanitize=thread -fno-omit-frame-pointer' $(1)
run   = JOBS='$(JOBS)' sh tests/run.sh

test: deps
	@echo 'building (plain and with sanitizers)'
	@mkdir -p $(B)
	@$(call plain,test-programs) >$(B)/.build.log 2>&1 || { cat $(B)/.build.log; exit 1; }
	@$(call asan,test-programs) >$(B)/.build.log 2>&1 || { cat $(B)/.build.log; exit 1; }
	@$(run) $(B):prop $(B)/asan:prop $(B)/asan:golden $(B):golden $(B):shell $(B):browser $(B)/asan:unit $(B):unit
unit: deps
	@$(call plain,test-programs)
	@$(run) $(B):unit
golden: deps
	@$(call plain,all)
	@$(run) $(B):golden $(B):shell
browser: deps
	@$(call plain,all)
	@$(run) $(B):browser
prop: deps
	@$(call plain,test-programs)
	@$(run) $(B):prop
asan: deps
	@$(call asan,test-programs)
	@$(run) $(B)/asan:prop $(B)/asan:golden $(B)/asan:shell $(B)/asan:unit
stress: deps
	@$(call stress,test-programs)
	@$(run) $(B)/stress:prop $(B)/stress:golden $(B)/stress:unit
threaded := unit/lang/test_base unit/vm/test_numbers unit/explore/test_pool unit/explore/test_team unit/explore/test_shards prop/prop_jobs
tsan: deps
	@$(call tsan,$(B)/tsan/dmc $(threaded:%=$(B)/tsan/tests/%))
	@$(run) $(B)/tsan:threads
bless: deps
	@$(call plain,all)
	@BLESS=1 $(run) $(B):golden $(B):shell
fuzz: deps
	@$(call plain,$(B)/tests/prop/tool_fuzz) >$(B)/.build.log 2>&1 || { cat $(B)/.build.log; exit 1; }
	@$(B)/tests/prop/tool_fuzz $(or $(SECONDS),60) $(SEED)
fuzz-front: deps
	@MAKE='$(again)' sh tests/fuzz/fuzz.sh '$(B)' $(FUZZ_TIME)
mutate: deps
	@MAKE='$(again)' sh tests/mutate.sh '$(B)/mutate' $(MUTANTS)

bench: deps
	@$(call plain,all)
	@sh .ci/deps.sh spin || true
	@sh bench/run.sh $(B)/dmc $(B)/bench
	@sh bench/step.sh $(B)/dmc $(B)/bench
	@sh bench/plan.sh $(B)/dmc $(B)/bench
	@sh bench/stateful.sh $(B)/dmc $(B)/bench

install: all
	install -D -m 755 $(B)/dmc '$(DESTDIR)$(PREFIX)/bin/dmc'
	install -D -m 644 docs/dmc.1 '$(DESTDIR)$(PREFIX)/share/man/man1/dmc.1'

editors:
	sh docs/editors/generate.sh docs/editors

clean:
	rm -rf build
-include $(shell find $(B) -name '*.dep' 2>/dev/null)
.SECONDARY:
